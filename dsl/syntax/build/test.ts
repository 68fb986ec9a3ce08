import type { CstNode } from "chevrotain";
import type { Comparison, Expectation, TestDeclaration, TestStep } from "../../tree/scenario.js";
import {
  type BuildContext,
  child,
  childrenOf,
  has,
  nameOf,
  oneOf,
  single,
  spanOf,
  tokenOf,
  word,
} from "./context.js";
import { buildArgumentList, buildObject, expressionOf, primaryOf } from "./expressions.js";
import { stringOf } from "./strings.js";

export function buildTest(context: BuildContext, node: CstNode): TestDeclaration {
  const subjects = childrenOf(node, "testSubject");
  const pick = (keyword: string) => subjects.filter((subject) => has(subject, word(keyword)));
  const task = single(context, pick("task"), "The task of a test");
  const given = child(single(context, pick("given"), "The variables of a test"), "object");
  const reward = single(context, pick("reward"), "The reward of a test");
  return {
    kind: "test",
    title: stringOf(context, node, "title"),
    task: task === undefined ? undefined : stringOf(context, task),
    given: given === undefined ? undefined : buildObject(context, given),
    reward: reward === undefined ? undefined : nameOf(reward),
    expectations: childrenOf(node, "expectation").flatMap((item) => buildExpectation(context, item)),
    steps: childrenOf(node, "testStep").flatMap((step) => buildTestStep(context, step)),
    span: spanOf(node),
  };
}

function buildExpectation(context: BuildContext, node: CstNode): readonly Expectation[] {
  const span = spanOf(node);
  if (has(node, word("success"))) return [{ kind: "success", span }];
  if (has(node, word("failure"))) return [{ kind: "failure", span }];
  const comparison: Comparison = oneOf(
    context,
    tokenOf(node, "comparison"),
    ["==", "!=", "<", "<=", ">", ">="],
    "a comparison",
  );
  const value = expressionOf(context, node);
  if (has(node, word("term"))) {
    return [{ kind: "term", id: stringOf(context, node, "id"), comparison, value, span }];
  }
  return has(node, word("reward")) ? [{ kind: "reward", comparison, value, span }] : [];
}

function buildTestStep(context: BuildContext, node: CstNode): readonly TestStep[] {
  const span = spanOf(node);
  if (has(node, word("gold"))) return [{ kind: "step-gold", span }];
  if (has(node, word("raw"))) {
    return [{ kind: "step-raw", tool: nameOf(node, "tool"), text: stringOf(context, node, "text"), span }];
  }
  if (has(node, word("final"))) {
    return [{ kind: "step-final", text: stringOf(context, node, "text"), span }];
  }
  if (tokenOf(node, "tool") === undefined) return [];
  const body = child(node, "body");
  return [
    {
      kind: "step-call",
      tool: nameOf(node, "tool"),
      arguments: buildArgumentList(context, child(node, "argumentList")),
      status: has(node, word("->")) ? primaryOf(context, node, "status") : undefined,
      body: body === undefined ? undefined : buildObject(context, body),
      span,
    },
  ];
}

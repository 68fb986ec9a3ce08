import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

/** Findings about the tools that are made of an API document, and about the services that take them. */
export const toolDiagnostics = defineDiagnostics("api", {
  RVR7050: {
    severity: "info",
    message: msg`The tool ${"tool"} shows ${"schema"} within itself once; below that, in ${"argument"}, it shows its type only.`,
    why: "A schema that contains itself has no end, and a tool is given without references.",
    remedy: "Nothing, if calls need no deeper values: they are still checked against the whole schema.",
    example:
      "Comment: { properties: { replies: { type: array, items: { $ref: '#/components/schemas/Comment' } } } }",
  },
  RVR7051: {
    severity: "info",
    message: msg`The tool ${"tool"} shows types only below ${"count"} places of ${"argument"}.`,
    why: "Its schema is deeper or larger than a tool should be.",
    remedy: "Take the paths that matter in a scenario, or leave the operation out.",
    example: "a body of a thousand nested properties",
  },
  RVR7052: {
    severity: "info",
    message: msg`The tool ${"tool"} does not list the ${"count"} values that a part of ${"argument"} may have.`,
    why: "Services limit how many values the schemas of a tool may list, and each costs tokens in every request.",
    remedy: "Say in the task which value is meant, or let the model look it up.",
    example: "currency: { type: string, enum: [AED, AFN, ...] }",
  },
  RVR7053: {
    severity: "info",
    message: msg`${"name"} stands in several places of ${"operation"}; in the flat view each argument carries its location.`,
    why: "One argument cannot fill two places that may differ.",
    remedy: "Nothing, or use the canonical view.",
    example: "PUT /pages/{id} with a body that has an id, too: id__path and id__body",
  },
  RVR7054: {
    severity: "info",
    message: msg`The tool of ${"operation"} is called ${"name"}.`,
    why: "Names have letters, digits, _ and - only, 64 at most, and no two are the same.",
    remedy: "Nothing, or give the operation an operationId that can be a name.",
    example: "operationId: repos/get",
  },
  RVR7055: {
    severity: "info",
    message: msg`The description of ${"tool"} is cut from ${"length"} to ${"limit"} characters.`,
    why: "Services refuse tools with longer ones.",
    remedy: "Write a shorter summary into the document, or by an overlay.",
    example: "summary: (two pages of text)",
  },
  RVR7056: {
    severity: "error",
    message: msg`${"provider"} would refuse the tool ${"tool"}: it ${"reason"} (${"found"}).`,
    why: msg`Known from: ${"source"}. Most services refuse the whole list with one of its tools.`,
    remedy: "Choose the other flavour or view, or leave the operation out with --operations.",
    example: "rvrc tools api.yaml --provider openai-strict --flavour plain",
  },
  RVR7057: {
    severity: "info",
    message: msg`The strict form of ${"tool"} leaves out ${"count"} schemas or lists of values.`,
    why: "Strict tools are limited in levels, properties and listed values; what is beyond travels as JSON text.",
    remedy: "Nothing, or take the paths that matter in a scenario.",
    example: "objects within objects, eleven levels",
  },
});

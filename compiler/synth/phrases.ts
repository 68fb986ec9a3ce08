import type { Operation } from "../openapi/api-model.js";
import { wordsOf } from "./plan.js";

/** What an operation is called in prompts: its summary, or its id in words. */
export function titleOf(operation: Operation): string {
  const summary = oneLine(operation.summary).replace(/[.!?]+$/u, "");
  return summary === "" || summary.length > 80 ? capitalised(wordsOf(operation.id)) : summary;
}

/** Text without line breaks, control characters and marks of direction. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

export function sentence(text: string): string {
  return `${capitalised(text)}.`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

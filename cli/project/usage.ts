import { UsageError } from "../../runtime/abi/usage-error.js";

/**
 * Whether somebody's request could not be met. Known by name as well: compiled code of a project brings the project's
 * own copy of the runtime, whose class is another one.
 */
export function isUsageError(error: unknown): error is UsageError {
  if (error instanceof UsageError) return true;
  return error instanceof Error && error.name === "UsageError" && "remedy" in error;
}

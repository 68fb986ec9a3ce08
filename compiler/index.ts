export type { RewardReport } from "./audit/audit-reward.js";
export { auditScenario } from "./audit/audit-scenario.js";
export type { Certificate, CertificateState } from "./audit/certificate.js";
export {
  certificatePath,
  certificateState,
  certificateText,
  certify,
  readCertificate,
} from "./audit/certificate.js";
export type { Finding, Verdict, Witness } from "./audit/finding.js";
export { OPENENV_IDS } from "./audit/openenv-ids.js";
export { auditEpisodes, type EpisodesReport, type SavedPlay } from "./audit/saved-episodes.js";
export { callTexts, playOf, witnessTest } from "./audit/witness-test.js";
export type { BoundWorld } from "./bind/world.js";
export { registries } from "./diagnostics/registries.js";
export type { Change, Severity } from "./diff/change.js";
export { compareModels } from "./diff/compare-models.js";
export { type Impact, impactOn } from "./diff/impact.js";
export type { Host } from "./host/host.js";
export { HostError } from "./host/host.js";
export { memoryHost } from "./host/memory-host.js";
export { nodeHost } from "./host/node-host.js";
export type { FolderWatcher } from "./host/watch-folders.js";
export { foldersBelow, watchFolders } from "./host/watch-folders.js";
export type { WriteReport } from "./host/writer.js";
export { readManifest, writeFiles } from "./host/writer.js";
export { namesOfSchema } from "./infer/answers.js";
export { type CreateThenRead, createThenRead } from "./infer/create-then-read.js";
export { type DescribedFact, describeFacts } from "./infer/describe.js";
export { inferApi } from "./infer/infer-api.js";
export { inferWorld } from "./infer/infer-world.js";
export type { InferredResource } from "./infer/inferred.js";
export type { ApiModel, Operation, Schema } from "./openapi/api-model.js";
export { type LoadedApi, loadApi } from "./openapi/load-api.js";
export type { BoundProgram } from "./pipeline/bind-program.js";
export { bindProgram } from "./pipeline/bind-program.js";
export type { CompileOptions, CompileResult, ScenarioSummary } from "./pipeline/compile.js";
export { compileScenarios } from "./pipeline/compile.js";
export { findScenarioFiles } from "./pipeline/find-files.js";
export type { TestResult } from "./pipeline/replay.js";
export type { OnWork, Stage } from "./pipeline/work.js";
export type { Workspace } from "./pipeline/workspace.js";
export { createWorkspace } from "./pipeline/workspace.js";
export { buildValidators, type GeneratedValidators } from "./schema/build-validators.js";
export { parametersSchema } from "./schema/project-schema.js";
export type { Synthesis, SynthesisedOperation } from "./synth/synthesise.js";
export { synthesise } from "./synth/synthesise.js";
export { type ApiTool, type ApiTools, apiTools, type Flavour } from "./tools/api-tools.js";
export { lintTool, type Refusal } from "./tools/lint-tool.js";
export { PROVIDER_RULES, PROVIDERS, type Provider, type ProviderRule } from "./tools/provider-rules.js";
export { fromStrict, toStrict } from "./tools/strict-codec.js";
export { strictForm } from "./tools/strict-form.js";
export { functionTool, refusalFinding, reverseMap } from "./tools/tool-manifest.js";
export { toCanonical, toFlat, type View } from "./tools/tool-view.js";
export { makeTrajectories, type TrajectoryReport } from "./trajectories/make-trajectories.js";
export type { Trajectory } from "./trajectories/trajectory.js";

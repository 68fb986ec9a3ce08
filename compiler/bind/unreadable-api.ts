import type { ApiModel } from "../openapi/api-model.js";

/** Stands for an API whose document could not be read, which was reported: nobody speaks about its operations. */
export const unreadableApi: ApiModel = {
  title: "",
  version: "",
  openapi: "",
  servers: [],
  operations: new Map(),
  schemas: new Map(),
};

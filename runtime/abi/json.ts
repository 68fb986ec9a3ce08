/** A JSON value as it travels on the wire. `undefined` never occurs inside one: absent means the key is absent. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

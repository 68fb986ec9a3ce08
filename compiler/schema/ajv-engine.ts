import { Ajv2020 } from "ajv/dist/2020.js";
import { textFormats } from "../openapi/formats.js";

/**
 * The one set of options under which schemas of APIs judge values, in process and in generated code: nothing is
 * coerced or filled in, inherited properties do not count, every broken rule is reported. Schemas come from
 * `ValidatorSchemas`, so ajv's own lints have nothing to say.
 */
export function createAjv(source: boolean): Ajv2020 {
  return new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    coerceTypes: false,
    useDefaults: false,
    validateSchema: false,
    meta: false,
    logger: false,
    // A quotient of decimal fractions is seldom a whole number: 0.07 / 0.01 is not 7.
    multipleOfPrecision: 9,
    // Each definition is one function, however often it is used.
    inlineRefs: false,
    formats: { ...textFormats() },
    code: { source, esm: source, lines: source },
  });
}

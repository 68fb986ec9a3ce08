/** A service or protocol that takes lists of tools, in the way it is asked to take them. */
export type Provider = "openai-strict" | "openai-plain" | "anthropic" | "gemini" | "mcp";

export const PROVIDERS: readonly Provider[] = ["openai-strict", "openai-plain", "anthropic", "gemini", "mcp"];

/** What a rule looks at. */
export type Aspect =
  | "name"
  | "description"
  | "root-alternatives"
  | "root-type"
  | "argument-name"
  | "all-required"
  | "closed"
  | "keyword"
  | "typed"
  | "items"
  | "enum-text"
  | "depth"
  | "properties"
  | "values"
  | "text";

export interface ProviderRule {
  readonly provider: Provider;
  readonly aspect: Aspect;
  /** A pattern, a number that may be reached, or keywords that may stand in a schema; none where the aspect says all. */
  readonly limit?: string | number | readonly string[];
  /** What is refused, in words behind the tool's name. */
  readonly says: string;
  /** Where the limit is known from: a document of the provider, or a report of somebody who ran into it. */
  readonly from: string;
}

const STRUCTURED = "OpenAI's guide to structured outputs, supported schemas";
const FUNCTION_NAME = "OpenAI's API reference, function name";
const DESCRIPTION = "@samchon/openapi drops longer ones; reports of refused lists";

const STRICT_KEYWORDS = [
  ...["type", "description", "properties", "required", "additionalProperties", "items", "anyOf", "enum"],
  ...["const", "$ref", "$defs", "pattern", "format", "multipleOf", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "title"],
];

/** What is known to make a provider refuse a tool; most refuse the whole list with it. */
export const PROVIDER_RULES: readonly ProviderRule[] = [
  ...(["openai-strict", "openai-plain"] as const).flatMap((provider): readonly ProviderRule[] => [
    {
      provider,
      aspect: "name",
      limit: "^[a-zA-Z0-9_-]{1,64}$",
      says: "has a name with other characters or more than 64",
      from: FUNCTION_NAME,
    },
    {
      provider,
      aspect: "description",
      limit: 1024,
      says: "has a description that is too long",
      from: DESCRIPTION,
    },
    {
      provider,
      aspect: "root-type",
      says: "has parameters that are no object",
      from: "OpenAI's guide to function calling",
    },
    {
      provider,
      aspect: "root-alternatives",
      says: "has alternatives at the top of its parameters",
      from: provider === "openai-strict" ? STRUCTURED : "OpenAI's guide to function calling",
    },
    {
      provider,
      aspect: "items",
      says: "has a list without a schema of its items",
      from: "OpenAI's error message `array schema missing items`",
    },
  ]),
  {
    provider: "openai-strict",
    aspect: "all-required",
    says: "has a property that is not required",
    from: STRUCTURED,
  },
  {
    provider: "openai-strict",
    aspect: "closed",
    says: "has an object without additionalProperties: false",
    from: STRUCTURED,
  },
  {
    provider: "openai-strict",
    aspect: "keyword",
    limit: STRICT_KEYWORDS,
    says: "has a keyword that is not supported",
    from: STRUCTURED,
  },
  { provider: "openai-strict", aspect: "typed", says: "has a schema without a type", from: STRUCTURED },
  {
    provider: "openai-strict",
    aspect: "depth",
    limit: 10,
    says: "has objects and lists within each other too often",
    from: STRUCTURED,
  },
  {
    provider: "openai-strict",
    aspect: "properties",
    limit: 5000,
    says: "has too many properties",
    from: STRUCTURED,
  },
  {
    provider: "openai-strict",
    aspect: "values",
    limit: 1000,
    says: "lists too many values in enums",
    from: STRUCTURED,
  },
  {
    provider: "openai-strict",
    aspect: "text",
    limit: 120_000,
    says: "has names and listed values that are too long together",
    from: STRUCTURED,
  },
  {
    provider: "anthropic",
    aspect: "name",
    limit: "^[a-zA-Z0-9_-]{1,128}$",
    says: "has a name with other characters or more than 128",
    from: "Anthropic's error message, github/copilot-cli#1879",
  },
  {
    provider: "anthropic",
    aspect: "root-type",
    says: "has parameters that are no object",
    from: "Anthropic's API reference, input_schema",
  },
  {
    provider: "anthropic",
    aspect: "root-alternatives",
    says: "has alternatives at the top of its parameters",
    from: "opentokenz/mcpx#28",
  },
  {
    provider: "anthropic",
    aspect: "argument-name",
    limit: "^[a-zA-Z0-9_.-]{1,64}$",
    says: "has an argument whose name has other characters or more than 64",
    from: "Anthropic's error message, n8n-io/n8n#30590",
  },
  {
    provider: "gemini",
    aspect: "name",
    limit: "^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$",
    says: "has a name that does not start with a letter or _, has other characters or more than 64",
    from: "Gemini's error message, google-gemini/gemini-cli#2966",
  },
  {
    provider: "gemini",
    aspect: "enum-text",
    says: "lists values that are no text",
    from: "Gemini's error messages, microsoft/azure-devops-mcp#139 and decolua/9router#380",
  },
  {
    provider: "gemini",
    aspect: "items",
    says: "has a list without a schema of its items",
    from: "Gemini's error message, cline/cline#7339",
  },
  {
    provider: "mcp",
    aspect: "name",
    limit: "^[A-Za-z0-9_.-]{1,128}$",
    says: "has a name with other characters or more than 128",
    from: "Model Context Protocol, tool names (SEP-986)",
  },
  {
    provider: "mcp",
    aspect: "root-type",
    says: "has parameters that are no object",
    from: "Model Context Protocol, inputSchema",
  },
];

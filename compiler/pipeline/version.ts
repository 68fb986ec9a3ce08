/** Version of the compiler, written into manifests. A test holds it against package.json. */
export const COMPILER_VERSION = "0.1.0";

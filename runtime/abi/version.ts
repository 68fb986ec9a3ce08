/** Version of the contract between generated code and the runtime. Generated modules refuse any other. */
export const ABI = 2;

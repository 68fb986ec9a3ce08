/** The TensorFlow.js core namespace. Every engine brings its own instance of it, so nothing imports it directly. */
export type TensorLibrary = typeof import("@tensorflow/tfjs-core");
export type { Scalar, Tensor, Tensor1D, Tensor2D } from "@tensorflow/tfjs-core";

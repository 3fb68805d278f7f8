import type { Fields } from './protobuf.ts'

/** The messages of onnx.proto with the fields that models may use. All other fields are refused. */
export const MODEL = {
  1: ['irVersion', 'integer'],
  2: ['producerName', 'bytes'],
  3: ['producerVersion', 'bytes'],
  4: ['domain', 'bytes'],
  5: ['modelVersion', 'integer'],
  6: ['docString', 'bytes'],
  7: ['graph', 'bytes'],
  8: ['opsetImports', 'messages'],
  14: ['metadata', 'messages'],
  20: ['trainingInfo', 'messages'],
  25: ['functions', 'messages'],
} as const satisfies Fields

export const OPSET = { 1: ['domain', 'bytes'], 2: ['version', 'integer'] } as const satisfies Fields

export const ENTRY = { 1: ['key', 'bytes'], 2: ['value', 'bytes'] } as const satisfies Fields

export const GRAPH = {
  1: ['nodes', 'messages'],
  2: ['name', 'bytes'],
  5: ['initializers', 'messages'],
  10: ['docString', 'bytes'],
  11: ['inputs', 'messages'],
  12: ['outputs', 'messages'],
  13: ['valueInfo', 'messages'],
  15: ['sparseInitializers', 'messages'],
  16: ['metadata', 'messages'],
} as const satisfies Fields

export const NODE = {
  1: ['inputs', 'messages'],
  2: ['outputs', 'messages'],
  3: ['name', 'bytes'],
  4: ['operator', 'bytes'],
  5: ['attributes', 'messages'],
  6: ['docString', 'bytes'],
  7: ['domain', 'bytes'],
  8: ['overload', 'bytes'],
  9: ['metadata', 'messages'],
} as const satisfies Fields

export const ATTRIBUTE = {
  1: ['name', 'bytes'],
  2: ['float', 'float'],
  3: ['integer', 'integer'],
  4: ['text', 'bytes'],
  5: ['tensor', 'bytes'],
  6: ['graph', 'bytes'],
  7: ['floats', 'floats'],
  8: ['integers', 'integers'],
  9: ['texts', 'messages'],
  10: ['tensors', 'messages'],
  11: ['graphs', 'messages'],
  13: ['docString', 'bytes'],
  20: ['type', 'integer'],
  22: ['sparseTensor', 'bytes'],
  23: ['sparseTensors', 'messages'],
} as const satisfies Fields

export const TENSOR = {
  1: ['dims', 'integers'],
  2: ['type', 'integer'],
  4: ['floatData', 'floats'],
  5: ['int32Data', 'integers'],
  6: ['textData', 'messages'],
  7: ['int64Data', 'integers'],
  8: ['name', 'bytes'],
  9: ['rawData', 'bytes'],
  10: ['doubleData', 'doubles'],
  11: ['uint64Data', 'integers'],
  12: ['docString', 'bytes'],
  13: ['externalData', 'messages'],
  14: ['location', 'integer'],
  16: ['metadata', 'messages'],
} as const satisfies Fields

export const SPARSE_TENSOR = {
  1: ['values', 'bytes'],
  2: ['indices', 'bytes'],
  3: ['dims', 'integers'],
} as const satisfies Fields

/** Fields of an input or output of a graph. */
export const VALUE = {
  1: ['name', 'bytes'],
  2: ['type', 'bytes'],
  3: ['docString', 'bytes'],
  4: ['metadata', 'messages'],
} as const satisfies Fields

/** The type of a graph's input or output. Types other than tensors are listed only so that they can be refused. */
export const TYPE = {
  1: ['tensor', 'bytes'],
  4: ['sequence', 'bytes'],
  5: ['map', 'bytes'],
  6: ['denotation', 'bytes'],
  8: ['sparse', 'bytes'],
  9: ['optional', 'bytes'],
} as const satisfies Fields

export const TENSOR_TYPE = { 1: ['element', 'integer'], 2: ['shape', 'bytes'] } as const satisfies Fields

export const SHAPE = { 1: ['dims', 'messages'] } as const satisfies Fields

export const DIM = {
  1: ['value', 'integer'],
  2: ['name', 'bytes'],
  3: ['denotation', 'bytes'],
} as const satisfies Fields

/** The domain of ONNX itself, also written `ai.onnx`. */
export const STANDARD = ''
export const MACHINE_LEARNING = 'ai.onnx.ml'

/** Operators that contain graphs, which may run without end. Such operators are refused. */
export const CONTROL_FLOW = new Set(['If', 'Loop', 'Scan', 'SequenceMap'])

/**
 * The operators that a model may use: those that `engine/engine/export` writes, and those of common networks for
 * pictures, texts and graphs and of tree ensembles. None of them reads a file, contains a graph or draws random
 * numbers. A new export adds its operators here, with a test.
 */
const ALLOWED: Record<string, Set<string>> = {
  [STANDARD]: new Set([
    // element-wise arithmetic
    ...['Add', 'Sub', 'Mul', 'Div', 'Mod', 'Pow', 'Neg', 'Abs', 'Reciprocal', 'Sqrt', 'Exp', 'Log', 'Erf', 'Sign'],
    ...['Floor', 'Ceil', 'Round', 'Clip', 'Min', 'Max', 'Sum', 'Mean', 'Sin', 'Cos', 'IsNaN', 'IsInf', 'CumSum'],
    // comparisons, and bit operations for hashing texts
    ...['Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual', 'And', 'Or', 'Xor', 'Not', 'Where'],
    ...['BitShift', 'BitwiseAnd', 'BitwiseOr', 'BitwiseXor', 'BitwiseNot'],
    // activation functions
    ...['Relu', 'LeakyRelu', 'PRelu', 'Elu', 'Selu', 'Celu', 'Gelu', 'Sigmoid', 'HardSigmoid', 'HardSwish', 'Mish'],
    ...['Tanh', 'Softplus', 'Softsign', 'Softmax', 'LogSoftmax', 'Dropout'],
    // network layers
    ...['MatMul', 'Gemm', 'Conv', 'ConvTranspose', 'MaxPool', 'AveragePool', 'GlobalMaxPool', 'GlobalAveragePool'],
    ...['BatchNormalization', 'InstanceNormalization', 'LayerNormalization', 'GroupNormalization', 'LpNormalization'],
    // reductions over axes, and selection of the largest values
    ...['ReduceSum', 'ReduceMean', 'ReduceMax', 'ReduceMin', 'ReduceProd', 'ReduceL1', 'ReduceL2', 'ReduceSumSquare'],
    ...['ReduceLogSum', 'ReduceLogSumExp', 'ArgMax', 'ArgMin', 'TopK', 'Unique'],
    // operators on shapes and indices
    ...['Identity', 'Cast', 'CastLike', 'Constant', 'ConstantOfShape', 'Shape', 'Size', 'Range', 'Expand', 'Tile'],
    ...['Reshape', 'Flatten', 'Squeeze', 'Unsqueeze', 'Transpose', 'Concat', 'Split', 'Slice', 'Pad', 'Resize'],
    ...['Gather', 'GatherElements', 'GatherND', 'Scatter', 'ScatterElements', 'ScatterND', 'OneHot', 'NonZero'],
    ...['DepthToSpace', 'SpaceToDepth', 'Trilu'],
  ]),
  [MACHINE_LEARNING]: new Set([
    ...['LabelEncoder', 'TreeEnsemble', 'TreeEnsembleClassifier', 'TreeEnsembleRegressor'],
    // operators that other programs write for linear models and for preprocessing
    ...['LinearClassifier', 'LinearRegressor', 'Scaler', 'Normalizer', 'Imputer'],
  ]),
}

export const isDomain = (domain: string): boolean => Object.hasOwn(ALLOWED, domain)
export const isAllowed = (domain: string, operator: string): boolean =>
  isDomain(domain) && (ALLOWED[domain]?.has(operator) ?? false)

import type { World } from './world.ts'

/** Holds the predictions of this edge until the returned function is called. */
export function holdPredictions({ runtime }: World): () => void {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  runtime.predict = async (...of) => {
    await held
    return Object.getPrototypeOf(runtime).predict.apply(runtime, of)
  }
  return () => {
    Reflect.deleteProperty(runtime, 'predict')
    letGo()
  }
}

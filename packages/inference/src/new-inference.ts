import { fail, INFERENCE_LIMITS } from '@tessera/contract'

/**
 * Returns the name and description of a new inference task in the form in which they are stored. Fails if one is
 * missing or too long.
 */
export function textsOfInference(texts: { name: string; description: string }) {
  const [name, description] = [texts.name.trim(), texts.description.trim()]
  if (name === '' || description === '') fail('inference.name-required')
  if (name.length > INFERENCE_LIMITS.name) fail('model.text-too-long', { limit: INFERENCE_LIMITS.name })
  if (description.length > INFERENCE_LIMITS.description) {
    fail('model.text-too-long', { limit: INFERENCE_LIMITS.description })
  }
  return { name, description }
}

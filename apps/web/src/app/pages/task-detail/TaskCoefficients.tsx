import { useQuery } from '@tanstack/react-query'
import { modelQuery } from '../../../features/model/api.ts'
import { Coefficients } from '../../../features/model/findings/Coefficients.tsx'

/**
 * The coefficients of a model, if its algorithm reports them. If they cannot be read, renders nothing; the model's own
 * page gives the reason.
 */
export function TaskCoefficients({ modelId }: { modelId: string }) {
  const { data } = useQuery(modelQuery(modelId))
  return data?.card ? <Coefficients card={data.card} /> : null
}

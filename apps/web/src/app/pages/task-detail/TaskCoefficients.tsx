import { useQuery } from '@tanstack/react-query'
import { modelQuery } from '../../../features/model/api.ts'
import { Coefficients } from '../../../features/model/Coefficients.tsx'

/** What the training found out of each column, where its algorithm tells; the model's own page says why where it cannot be read. */
export function TaskCoefficients({ modelId }: { modelId: string }) {
  const { data } = useQuery(modelQuery(modelId))
  return data?.card ? <Coefficients card={data.card} /> : null
}

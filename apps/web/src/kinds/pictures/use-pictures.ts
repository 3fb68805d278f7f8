import { useRef } from 'react'
import type { Answer, RowsPage } from '../answer.ts'
import { type Picture, type PictureAddress, pictureOf } from './picture-row.ts'

/**
 * Minimum age in milliseconds of tokens that may have expired. If a younger token fails, the cause is another one, and
 * fetching new tokens at once would loop for ever.
 */
const YOUNG_MS = 60_000

/** Returns the pictures of a page of rows. `onBroken` fetches new tokens if those of the page may have expired. */
export function usePictures(
  rows: Answer<RowsPage>,
  labelColumns: string[],
  addressOf: PictureAddress,
): { pictures: Picture[]; onBroken: () => void } {
  const askedFor = useRef(0)
  const { data, dataUpdatedAt, refetch } = rows
  return {
    pictures: data?.rows.map((row) => pictureOf(row, data.labelColumns ?? labelColumns, addressOf)) ?? [],
    onBroken: () => {
      if (askedFor.current === dataUpdatedAt || Date.now() - dataUpdatedAt < YOUNG_MS) return
      askedFor.current = dataUpdatedAt
      void refetch()
    },
  }
}

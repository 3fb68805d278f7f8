import { MAX_PAGE_SIZE } from '@tessera/contract/wire'

interface Some<T> {
  records: T[]
  total: number
}

/** Returns the first `count` entries of a list that is sorted newest first, in as few pages as the server allows. */
export async function newest<T>(
  count: number,
  ask: (page: { pageNo: number; pageSize: number }) => Promise<Some<T>>,
): Promise<Some<T>> {
  const pageSize = Math.min(count, MAX_PAGE_SIZE)
  const { records, total } = await ask({ pageNo: 1, pageSize })
  const all = [...records]
  for (let pageNo = 2; all.length < Math.min(count, total); pageNo++) {
    const more = (await ask({ pageNo, pageSize })).records
    if (more.length === 0) break
    all.push(...more)
  }
  return { records: all.slice(0, count), total }
}

import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { Duck } from './duck.ts'
import { asDiskFullError } from './files.ts'

test('explains that DuckDB has too little memory', async () => {
  const duck = await Duck.open(tmpdir())
  try {
    await duck.run("SET GLOBAL memory_limit = '1MB'")
    const error = await duck.rows('SELECT list(range) FROM range(1000000)').catch(asDiskFullError)
    expect(error).toMatchObject({ code: 'edge.no-memory' })
  } finally {
    duck.close()
  }
})

test.each([
  [
    'failed to offload data block of size 256.0 KiB (9.9 GiB/9.9 GiB used), set by max_temp_directory_size',
    'edge.no-space',
  ],
  ['failed to pin block of size 256.0 KiB (1.8 GiB/1.8 GiB used)', 'edge.no-memory'],
])("converts DuckDB's error to a readable one: %s", (words, code) => {
  expect(asDiskFullError(new Error(`Out of Memory Error: ${words}`))).toMatchObject({ code })
})

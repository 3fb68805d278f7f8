import iconv from 'iconv-lite'
import { afterEach, expect, test, vi } from 'vitest'
import { decodeText, ForeignTexts } from './text-encoding.ts'

afterEach(() => vi.restoreAllMocks())

test('does not try all encodings for each text of an archive', async () => {
  const foreign = new ForeignTexts()
  const bytes = iconv.encode('患者姓名：张三，糖尿病\n', 'gb18030')
  const decode = vi.spyOn(iconv, 'decode')
  for (let at = 0; at < 20; at += 1) expect(await decodeText(bytes, 'a.txt', foreign)).toContain('张三')
  expect(decode.mock.calls.length).toBe(20)
})

test('refuses a text that is UTF-8 except for a few bytes, and names the line', async () => {
  const bytes = Buffer.concat([Buffer.from('患者姓名：张三\n糖尿病'), Buffer.from([0xff]), Buffer.from('，女\n')])
  await expect(decodeText(bytes, 'a.txt', new ForeignTexts())).rejects.toMatchObject({
    code: 'dataset.text-damaged',
    params: { file: 'a.txt', line: 2 },
  })
})

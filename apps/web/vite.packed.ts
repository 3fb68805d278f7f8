import { constants } from 'node:zlib'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** Lays each file packed beside itself: what serves it sends what a browser takes. */
export const packed = () =>
  compression({
    threshold: 1024,
    algorithms: [
      defineAlgorithm('gzip', { level: 9 }),
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    ],
  })

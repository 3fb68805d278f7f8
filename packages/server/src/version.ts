import product from '../../../package.json' with { type: 'json' }

/** The product's version, which is defined only in the root's package.json. */
export const VERSION: string = product.version

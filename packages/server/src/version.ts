import product from '../../../package.json' with { type: 'json' }

/** Of the product: said in the root's package.json and nowhere else. */
export const VERSION: string = product.version

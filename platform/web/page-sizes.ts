/** How many rows a page may have. */
export const pageSizes = [10, 25, 50, 100] as const

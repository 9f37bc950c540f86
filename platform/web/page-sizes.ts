/** The allowed numbers of rows per page. */
export const pageSizes = [10, 25, 50, 100] as const

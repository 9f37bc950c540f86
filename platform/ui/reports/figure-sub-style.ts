/**
 * The smaller line under a figure. A link in it is 24 px high, the minimum target size for touch
 * and tremor.
 */
export const subStyle = 'text-table text-muted [&_a]:inline-block [&_a]:leading-6'

/**
 * The height of the place of a tab of a report while its code loads. On a phone it is that of the
 * window, because the figures follow the tab there, and a list would move them.
 */
export const tabSkeletonHeight = 'h-60 max-sm:h-dvh'

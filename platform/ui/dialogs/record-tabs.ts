import type { Tab } from '../menu/Tabs.tsx'

/**
 * Divides the tabs of a record for its page: the lines are the first tab, and the overview and the
 * history are beside the tabs. A record without other tabs has its overview as the tab.
 */
export function divideTabs(tabs: readonly Tab[]): { main: readonly Tab[]; beside: readonly Tab[] } {
  const all = tabs.flatMap(separateLines)
  const others = all.filter((tab) => !isBeside(tab))
  const isLines = ({ id }: Tab) => id === 'lines'
  const main =
    others.length > 0
      ? [...others.filter(isLines), ...others.filter((tab) => !isLines(tab))]
      : all.filter(({ id }) => id === 'overview')
  return { main, beside: all.filter((tab) => isBeside(tab) && !main.includes(tab)) }
}

function separateLines({ lines, ...tab }: Tab): Tab[] {
  return lines ? [tab, { id: 'lines', ...lines }] : [tab]
}

function isBeside({ id, hasComments = false, isHistory = false }: Tab): boolean {
  return id === 'overview' || hasComments || isHistory
}

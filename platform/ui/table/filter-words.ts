import { type Day, formatDay, isDay } from '#platform/kernel/days.ts'
import { type ListSearch, filtersOf } from '#platform/web/list-search.ts'
import { isPeriod, type KnownPeriod, periodNames } from '../periods.ts'
import type { Filter } from './FilterChip.tsx'

/**
 * What a list is filtered by, in the words of its screen, for paper: `Status: Open, Overdue`. A
 * filter that has no chip, such as one that a link of another screen set, is told by its name.
 * `days` are the same filters with the days of periods, which paper tells beside their names.
 */
export function filterWords(
  filters: readonly Filter[],
  search: ListSearch,
  days: Readonly<Record<string, string>>,
): string[] {
  const named = filtersOf(search)
  const given = { ...days }
  const told = filters.map((filter) => {
    const [value, last] = [given[filter.id], filter.kind === 'dates' ? given[filter.to] : undefined]
    delete given[filter.id]
    if (filter.kind === 'dates') delete given[filter.to]
    const period = filter.kind === 'dates' ? periodIn(filter, named) : undefined
    if (!value && !last) return ''
    const words = wordsOf(filter, value ?? '', last ?? '')
    return period ? `${words} (${periodNames[period]})` : words
  })
  // The day of a report is told by its head.
  delete given['asOf']
  const others = Object.entries(given).map(([name, value]) => `${plain(name)}: ${listed(value)}`)
  const found = search.q ? [`Search: ${search.q}`] : []
  return [...told, ...others, ...found].filter((words) => words !== '')
}

/** The period that both ends of a filter name. */
export function periodIn(
  { id, to }: { id: string; to: string },
  named: Readonly<Record<string, string | undefined>>,
): KnownPeriod | undefined {
  const [first, last] = [named[id], named[to]]
  return first === last && isPeriod(first) ? first : undefined
}

/** A span of days after its label; either end may be open. */
export function spanWords(label: string, first: Day | undefined, last: Day | undefined): string {
  if (first && last) return `${label}: ${formatDay(first)} to ${formatDay(last)}`
  if (first) return `${label}: from ${formatDay(first)}`
  return last ? `${label}: to ${formatDay(last)}` : label
}

function wordsOf(filter: Filter, value: string, last: string): string {
  switch (filter.kind) {
    case 'dates':
      return spanWords(filter.label, dayOf(value), dayOf(last))
    case 'flag':
      return filter.label
    case 'text':
      return `${filter.label}: ${value}`
    case 'choice': {
      const names = value.split(',').map((each) => labelOf(filter.options, each))
      return `${filter.label}: ${names.join(', ')}`
    }
  }
}

function labelOf(options: readonly { value: string; label: string }[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}

/** `customerCode` becomes `Customer code`. */
function plain(name: string): string {
  const words = name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function listed(value: string): string {
  const parts = value.split(',').map((each) => (isDay(each) ? formatDay(each) : each))
  return parts.join(', ')
}

function dayOf(text: string): Day | undefined {
  return isDay(text) ? text : undefined
}

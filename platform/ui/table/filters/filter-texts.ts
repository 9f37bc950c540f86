import { type Day, formatDay, isDay } from '#platform/kernel/days.ts'
import { type ListSearch, filtersOf } from '#platform/web/list-state.ts'
import { isPeriod, type KnownPeriod, periodNames } from '../../dates/periods.ts'
import type { Filter } from './FilterChip.tsx'

/**
 * The filters of a list as text for print: `Status: Open, Overdue`. A filter without a chip, such
 * as one set by a link, is shown with its parameter name. `days` are the same filters with periods
 * resolved to days, which are printed beside the period's name.
 */
export function filterTexts(
  filters: readonly Filter[],
  search: ListSearch,
  days: Readonly<Record<string, string>>,
): string[] {
  const named = filtersOf(search)
  const remainingDays = { ...days }
  const sentences = filters.map((filter) => {
    const [value, last] = [
      remainingDays[filter.id],
      filter.kind === 'dates' ? remainingDays[filter.to] : undefined,
    ]
    delete remainingDays[filter.id]
    if (filter.kind === 'dates') delete remainingDays[filter.to]
    const period = filter.kind === 'dates' ? periodIn(filter, named) : undefined
    if (!value && !last) return ''
    const filterText = wordsOf(filter, value ?? '', last ?? '')
    return period ? `${filterText} (${periodNames[period]})` : filterText
  })
  // The report header shows its day.
  delete remainingDays['asOf']
  const otherTexts = Object.entries(remainingDays).map(
    ([name, value]) => `${plain(name)}: ${listed(value)}`,
  )
  const found = search.q ? [`Search: ${search.q}`] : []
  return [...sentences, ...otherTexts, ...found].filter((words) => words !== '')
}

/** A filter in the URL that no chip of the list shows: its parameter and its text. */
export type OtherFilter = { id: string; words: string }

/**
 * The filters in the URL that no chip shows, of those that `isSupported` accepts, so that every
 * active filter is visible. The report header shows the day of a report.
 */
export function otherFilters(
  filters: readonly Filter[],
  search: ListSearch,
  isSupported: (id: string) => boolean,
): OtherFilter[] {
  return Object.entries(filtersOf(search))
    .filter(([id]) => id !== 'asOf' && isSupported(id))
    .filter(([id, value]) => !filters.some((filter) => shows(filter, id, value)))
    .map(([id, value]) => {
      const declared = filters.find((filter) => filter.id === id && filter.kind === 'displayOnly')
      return { id, words: declared ? wordsOf(declared, value, '') : filterText(plain(id), value) }
    })
}

/** True if a chip shows that its list is filtered by this value. */
function shows(filter: Filter, id: string, value: string): boolean {
  if (filter.kind === 'dates' && filter.to === id) return true
  if (filter.id !== id) return false
  if (filter.kind === 'flag') return filter.value === value
  if (filter.kind !== 'choice') return filter.kind !== 'displayOnly'
  const known = filter.options.map((option) => option.value)
  // While the options are loading, every value counts as shown.
  return known.length === 0 || value.split(',').every((each) => known.includes(each))
}

function filterText(label: string, value: string): string {
  if (value === 'true') return label
  if (value === 'false') return `${label}: no`
  return `${label}: ${isPeriod(value) ? periodNames[value] : listed(value)}`
}

/** The period that both ends of a filter name; undefined if they do not. */
export function periodIn(
  { id, to }: { id: string; to: string },
  named: Readonly<Record<string, string | undefined>>,
): KnownPeriod | undefined {
  const [first, last] = [named[id], named[to]]
  return first === last && isPeriod(first) ? first : undefined
}

/** A range of days after its label; either end may be open. */
export function dateRangeText(
  label: string,
  first: Day | undefined,
  last: Day | undefined,
): string {
  if (first && last) return `${label}: ${formatDay(first)} to ${formatDay(last)}`
  if (first) return `${label}: from ${formatDay(first)}`
  return last ? `${label}: to ${formatDay(last)}` : label
}

function wordsOf(filter: Filter, value: string, last: string): string {
  switch (filter.kind) {
    case 'dates':
      return dateRangeText(filter.label, dayOf(value), dayOf(last))
    case 'flag':
      return filter.label
    case 'displayOnly':
      return filterText(filter.label, filter.textByValue?.[value] ?? value)
    case 'text':
      return `${filter.label}: ${value}`
    case 'record':
      return `${filter.label}: ${recordText(filter, value)}`
    case 'choice': {
      const names = value.split(',').map((each) => labelOf(filter.options, each))
      return `${filter.label}: ${names.join(', ')}`
    }
  }
}

/** Display text of a record: its code, or `#` and its id if the parameter is an id. */
export function recordText({ by }: { by?: 'id' }, value: string): string {
  return by === 'id' ? `#${value}` : value
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

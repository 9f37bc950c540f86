import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../../buttons/Button.tsx'
import { lazyPart } from '../../page/LazyPart.tsx'
import { Menu } from '../../menu/Menu.tsx'
import { PopoverButton } from '../../menu/PopoverButton.tsx'
import type { Choice } from '../../fields/use-combobox-choices.ts'
import { DateRangeChip } from './DateRangeChip.tsx'
import { RecordChip } from './RecordChip.tsx'
import type { TextFilterFormProps } from './TextFilterForm.tsx'

const TextFilterForm = lazyPart<TextFilterFormProps>(
  async () => (await import('./TextFilterForm.tsx')).TextFilterForm,
  <div className="h-26" />,
)

/**
 * A list filter: a choice of values, a flag, a text, a record, or dates. Its id is the list's
 * parameter; dates have a second one for the last day. A `displayOnly` filter has no input, and is
 * shown only if a link or a view sets it; `textByValue` are the texts of its values.
 */
export type Filter = { id: string; label: string } & (
  | { kind: 'choice'; options: readonly { value: string; label: string }[]; several?: boolean }
  | { kind: 'flag'; value: string }
  | { kind: 'text' }
  | RecordChoice
  | { kind: 'dates'; to: string }
  | { kind: 'displayOnly'; textByValue?: Readonly<Record<string, string>> }
)

/** How to find a record, the cache key of the results, and which field is the parameter. */
type RecordChoice = {
  kind: 'record'
  source: string
  search: (text: string, signal: AbortSignal) => Promise<Choice[]>
  /** The code by default. */
  by?: 'id'
}
export type RecordFilter = Filter & { kind: 'record' }

type ChipProps<Kind> = { filter: Filter & { kind: Kind }; list: ListState }

export function FilterChip({ filter, list }: { filter: Filter; list: ListState }) {
  if (filter.kind === 'choice') return <ChoiceChip filter={filter} list={list} />
  if (filter.kind === 'dates') {
    const { id, to, label } = filter
    const isSet = list.search[`f.${id}`] ?? list.search[`f.${to}`]
    return <DateRangeChip {...{ from: id, to, label, list }} className={isSet ? on : off} />
  }
  if (filter.kind === 'displayOnly') return null
  if (filter.kind === 'record') {
    return <RecordChip filter={filter} list={list} lookOf={(isOn) => (isOn ? on : off)} />
  }
  if (filter.kind === 'flag') return <FlagChip filter={filter} list={list} />
  return <TextChip filter={filter} list={list} />
}

const shape = 'rounded-full border'
const off = `${shape} border-line`
/** The style of a chip whose filter is on. */
export const activeChipStyle = `${shape} border-accent bg-selected text-link`
const on = activeChipStyle

function ChoiceChip({ filter, list }: ChipProps<'choice'>) {
  const chosen = list.search[`f.${filter.id}`]?.split(',') ?? []
  const set = (values: readonly string[]) =>
    list.change({ [`f.${filter.id}`]: values.join() || undefined, page: undefined }, 'push')
  const items = filter.options.map(({ value, label }) => {
    const isOn = chosen.includes(value)
    const otherValues = filter.several ? chosen.filter((other) => other !== value) : []
    return { label, checked: isOn, run: () => set(isOn ? otherValues : [...otherValues, value]) }
  })
  const names = filter.options.filter(({ value }) => chosen.includes(value))
  const sentence = names.map(({ label }) => label).join(', ')
  return (
    <Menu label={filter.label} items={items} align="start">
      <Button kind="ghost" size="small" className={sentence ? on : off}>
        {sentence ? `${filter.label}: ${sentence}` : filter.label}
        <ChevronDown aria-hidden size={14} />
      </Button>
    </Menu>
  )
}

function FlagChip({ filter, list }: ChipProps<'flag'>) {
  const isOn = list.search[`f.${filter.id}`] === filter.value
  const next = isOn ? undefined : filter.value
  return (
    <Button
      kind="ghost"
      size="small"
      aria-pressed={isOn}
      className={isOn ? on : off}
      icon={isOn ? Check : undefined}
      onClick={() => list.change({ [`f.${filter.id}`]: next, page: undefined }, 'push')}
    >
      {filter.label}
    </Button>
  )
}

function TextChip({ filter, list }: ChipProps<'text'>) {
  const value = list.search[`f.${filter.id}`]
  const [isOpen, setIsOpen] = useState(false)
  const set = (text: string) => {
    setIsOpen(false)
    list.change({ [`f.${filter.id}`]: text.trim() || undefined, page: undefined }, 'push')
  }
  return (
    <PopoverButton
      label={filter.label}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="popover pop-in w-64 p-3"
      button={
        <Button kind="ghost" size="small" className={value ? on : off}>
          {value ? `${filter.label}: ${value}` : filter.label}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
    >
      <TextFilterForm label={filter.label} value={value} onSet={set} />
    </PopoverButton>
  )
}

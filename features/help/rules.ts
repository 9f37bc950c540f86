import { defaultSettings } from '#features/settings/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'

/** The target of a help link: a screen with its search parameters. */
export type HelpLink = { label: string; to: string; search?: Readonly<Record<string, string>> }

/** A part of a topic: a paragraph or one of these. */
export type Block =
  | string
  | { steps: readonly string[] }
  | { list: readonly string[] }
  | { facts: readonly (readonly [name: string, says: string])[] }
  | { troubles: readonly { symptom: string; check: string; link: HelpLink }[] }
  | { files: readonly { name: string; description: string }[] }
  /** A link to the description of the API, with this text. */
  | { apiDocs: string }
  /** Keyboard shortcuts by name; the table that renders them looks up the keys. */
  | { keys: readonly string[] }

/** A help topic. Its id is its anchor and unique across all tabs. */
export type Topic = { id: string; title: string; blocks: readonly Block[]; tryIt?: HelpLink }

export type HelpTab = { id: string; label: string; topics: readonly Topic[] }

/** A topic with its tab. */
export type TopicInTab = { tab: HelpTab; topic: Topic }

/** Replaces names in braces with the current business settings. */
export function fillSettings(text: string, settings: Settings = defaultSettings): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = settings[name as keyof Settings]
    if (value === undefined) return placeholder
    const settingText = settingTexts[`${name} ${value}`]
    if (settingText) return settingText
    return typeof value === 'string' ? formatDecimal(value) : String(value)
  })
}

const settingTexts: Readonly<Record<string, string>> = {
  'certificateMode warn': 'cause a warning',
  'certificateMode block': 'are blocked',
  'dunningBlockFrom never': 'never by a reminder',
  'dunningBlockFrom 1': 'with the first reminder',
  'dunningBlockFrom 2': 'with the second reminder',
  'dunningBlockFrom 3': 'with the last reminder',
}

/** The topics with the current business settings filled in. */
export function tabsWithSettings(tabs: readonly HelpTab[], settings?: Settings): HelpTab[] {
  const fill = (text: string) => fillSettings(text, settings)
  const blockOf = (block: Block): Block => {
    if (typeof block === 'string') return fill(block)
    if ('steps' in block) return { steps: block.steps.map(fill) }
    if ('list' in block) return { list: block.list.map(fill) }
    if ('facts' in block) {
      return { facts: block.facts.map(([name, text]) => [name, fill(text)] as const) }
    }
    return block
  }
  return tabs.map((tab) => ({
    ...tab,
    topics: tab.topics.map((topic) => ({ ...topic, blocks: topic.blocks.map(blockOf) })),
  }))
}

/** All topics of all tabs, in order. */
export function topicsOf(tabs: readonly HelpTab[]): TopicInTab[] {
  return tabs.flatMap((tab) => tab.topics.map((topic) => ({ tab, topic })))
}

/** The words of a search, ignoring case and accents. */
export function searchTerms(query: string): string[] {
  return foldAccents(query).split(/\s+/).filter(Boolean)
}

/** The topics that contain every word; matches in the title come first. */
export function findTopics(tabs: readonly HelpTab[], query: string): TopicInTab[] {
  const words = searchTerms(query)
  if (words.length === 0) return []
  const all = topicsOf(tabs).filter(({ topic }) => {
    const text = foldAccents(textOf(topic))
    return words.every((word) => text.includes(word))
  })
  const matchesTitle = ({ topic }: TopicInTab) => {
    const title = foldAccents(topic.title)
    return words.some((word) => title.includes(word))
  }
  return [...all.filter(matchesTitle), ...all.filter((result) => !matchesTitle(result))]
}

/** A line of the topic with all of the words, else one with any of them, for the search results. */
export function excerptOf(topic: Topic, query: string): string {
  const lines = topic.blocks.flatMap(linesOf)
  const words = searchTerms(query)
  const contains = (line: string) => (word: string) => foldAccents(line).includes(word)
  const found =
    lines.find((line) => words.every(contains(line))) ??
    lines.find((line) => words.some(contains(line)))
  const text = found ?? lines[0] ?? ''
  return text.length > 160 ? `${text.slice(0, 157).trimEnd()}…` : text
}

function textOf({ title, blocks }: Topic): string {
  return [title, ...blocks.flatMap(linesOf)].join('\n')
}

function linesOf(block: Block): string[] {
  if (typeof block === 'string') return [block]
  if ('steps' in block) return [...block.steps]
  if ('list' in block) return [...block.list]
  if ('facts' in block) return block.facts.map(([name, text]) => `${name}: ${text}`)
  if ('files' in block) return block.files.map(({ name, description }) => `${name}: ${description}`)
  if ('troubles' in block) return block.troubles.map((each) => `${each.symptom}: ${each.check}`)
  if ('apiDocs' in block) return [block.apiDocs]
  return [...block.keys]
}

function foldAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

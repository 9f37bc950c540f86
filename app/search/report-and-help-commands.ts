import type { Permission } from '#features/auth/rules.ts'
import { type TopicInTab, findTopics, topicsOf } from '#features/help/rules.ts'
import { tabs } from '#features/help/ui/all-topics.ts'
import { type PaletteQuery, type Command, linkTo, matching } from './palette-commands.ts'
import { allReports } from '../screens/all-reports.ts'

// Palette entries of features whose code is loaded on demand.

/** The reports the user may run. */
export function reportCommands(may: (permission: Permission) => boolean): Command[] {
  return allReports
    .filter(({ permission }) => may(permission))
    .map(({ id, title }) => linkTo('Reports', title, `/?report=${id}`))
}

/** The help topics: full-text in help mode, otherwise by title. */
export function topicCommands(query: PaletteQuery): Command[] {
  const { text, mode } = query
  if (mode === 'help') return (text ? findTopics(tabs, text) : topicsOf(tabs)).map(topicCommand)
  return mode === 'all' && text ? matching(topicsOf(tabs).map(topicCommand), query) : []
}

function topicCommand({ tab, topic }: TopicInTab): Command {
  return {
    ...linkTo('Help', topic.title, `/help?tab=${tab.id}#${topic.id}`),
    detail: tab.label,
  }
}

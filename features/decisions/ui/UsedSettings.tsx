import { fieldName, valueText } from '#features/audit/labels.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import type { Decision, DecisionTopic, SettingVersion } from '../contract.ts'
import { settingNames } from '../labels.ts'
import { NameValueList } from './NameValueList.tsx'

/** The settings that answer a question, each with since when it was so and who set it. */
export function UsedSettings({ decision, topic }: { decision: Decision; topic: DecisionTopic }) {
  const names = settingNames[topic]
  const used = (decision.settingVersions ?? []).filter(({ name }) => names.includes(name))
  if (used.length === 0) return null
  return (
    <section aria-label="Settings used" className="mt-3 grid gap-1">
      <p className="font-medium">Settings used</p>
      <NameValueList items={used.map((each) => [fieldName(each.name), settingText(each)])} />
    </section>
  )
}

function settingText({ name, value, isDefault, knownFrom, changedBy }: SettingVersion): string {
  const text = valueText(value, name)
  if (isDefault) return `${text} (default)`
  if (knownFrom === null) return `${text} (set before history was recorded)`
  const by = changedBy === null ? '' : ` by ${changedBy}`
  return `${text} since ${formatMoment(knownFrom)}${by}`
}

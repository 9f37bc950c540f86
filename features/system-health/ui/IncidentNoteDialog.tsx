import * as z from 'zod/mini'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { type Incident, incidentNote, listIncidents, noteIncident } from '../contract.ts'
import { databasePart } from '../rules.ts'

const form = z.pick(incidentNote, { text: true })
const asTyped = (typed: { text: string }) => typed

type IncidentNoteDialogProps = { incident: Incident; hours: number; onClose: () => void }

/** Dialog in which an administrator writes the note on an incident; all users can read it. */
export function IncidentNoteDialog({ incident, hours, onClose }: IncidentNoteDialogProps) {
  const { part, from, cause } = incident
  const write = useWrite(noteIncident, {
    refreshes: [listIncidents],
    success: 'Note saved successfully',
  })
  const reread = async () => {
    const all = await send(listIncidents, { query: { hours } })
    return versioned(all.find((each) => each.part === part && each.from === from) ?? incident)
  }
  return (
    <FormDialog
      title={`Note about ${part === databasePart ? 'the database' : part}`}
      description={`${formatMoment(from)}: ${cause}. Everyone can read the note.`}
      schema={form}
      {...versioned(incident)}
      reread={reread}
      toWire={asTyped}
      size="small"
      submitLabel="Save note"
      onClose={onClose}
      onSave={({ text }, attempt) => write.run({ body: { part, from, text }, ...attempt })}
    >
      <TextAreaField name="text" label="Note *" rows={4} />
    </FormDialog>
  )
}

/** A note that does not exist yet has version 0. */
function versioned({ note }: Incident) {
  return { values: { text: note?.text ?? '' }, version: note?.version ?? 0 }
}

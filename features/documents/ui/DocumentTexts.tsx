import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Settings } from '#features/settings/contract.ts'
import { textNames } from '#features/settings/document-text-names.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { documentKinds, type DocumentName, documentNames } from '../contract.ts'
import { DocumentTextsForm } from './DocumentTextsForm.tsx'

type DocumentTextsProps = { settings: Settings; isReadOnly: boolean }

/** The company's own texts on documents, for each kind of document. */
export function DocumentTexts({ settings, isReadOnly }: DocumentTextsProps) {
  const [edited, setEdited] = useState<DocumentName>()
  return (
    <section aria-labelledby="document-texts" className="card grid gap-3 p-4">
      <h2 id="document-texts" className="text-card">
        Texts on documents and in emails
      </h2>
      <p className="text-table text-muted">
        These texts are printed above and below the lines of a document, and are the subject and
        message of its email. Customers have a note of their own in their record.
      </p>
      <ul>
        {documentNames.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-3 border-b border-line py-2 sm:flex-nowrap"
          >
            <span className="min-w-0 flex-1 font-medium sm:w-40 sm:flex-none">{titleOf(name)}</span>
            <span
              className="text-table min-w-0 flex-1 truncate text-muted max-sm:order-last
                max-sm:basis-full"
            >
              {summaryOf(name, settings)}
            </span>
            {!isReadOnly && (
              <Button
                size="small"
                icon={Pencil}
                aria-label={`Edit the texts: ${titleOf(name)}`}
                onClick={() => setEdited(name)}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <DocumentTextsForm
          name={edited}
          title={`Texts: ${titleOf(edited)}`}
          settings={settings}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

const titleOf = (name: DocumentName) => capitalize(documentKinds[name].name)

function summaryOf(name: DocumentName, settings: Settings): string {
  const { above, below } = textNames[name]
  return [settings[above], settings[below]].filter(Boolean).join(' … ') || 'No text'
}

import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { excerptOf, findTopics, type HelpTab } from '../rules.ts'

type HelpFinderProps = {
  tabs: readonly HelpTab[]
  initialQuery: string
  onQuery: (text: string) => void
}

/** Searches topics while the user types; the query is kept in the address. */
export function HelpFinder({ tabs, initialQuery, onQuery }: HelpFinderProps) {
  const id = useId()
  const [text, setText] = useState(initialQuery)
  const found = findTopics(tabs, text)
  const updateQuery = (next: string) => {
    setText(next)
    onQuery(next)
  }
  return (
    <search className="min-w-0 flex-1 basis-80">
      <label htmlFor={id} className="text-label mb-1 block">
        Find in help
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={({ target }) => updateQuery(target.value)}
        placeholder="credit, tier price, return …"
        className="control max-w-xl"
      />
      <p role="status" className="text-table mt-1 text-muted">
        {text.trim() === '' ? '' : countOf(found.length, text)}
      </p>
      {found.length > 0 && (
        <ul aria-label="Topics found" className="card mt-1 max-w-xl divide-y divide-line">
          {found.map(({ tab, topic }) => (
            <li key={topic.id}>
              <Link
                to="/help"
                search={{ tab: tab.id }}
                hash={topic.id}
                onClick={() => setText('')}
                className="block px-3 py-2 text-ink no-underline hover:bg-hover"
              >
                <span className="text-label text-link">{topic.title}</span>
                <span className="text-table text-muted">{` · ${tab.label}`}</span>
                <span className="text-table block text-muted">{excerptOf(topic, text)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

function countOf(count: number, text: string): string {
  if (count === 0) return `No topics match “${text.trim()}”. Try another word.`
  return count === 1 ? '1 topic' : `${count} topics`
}

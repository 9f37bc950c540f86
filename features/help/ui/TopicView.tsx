import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { KeyTable } from '#platform/ui/keyboard/KeyTable.tsx'
import { TopicScreenLink } from './TopicScreenLink.tsx'
import type { Block, Topic } from '../rules.ts'

type TopicViewProps = {
  topic: Topic
  tab: string
  /**
   * Whether the topic has an anchor id. Not on paper, where every topic is rendered a second time.
   */
  isAnchor?: boolean
}

/** One topic: title with anchor link, text, and a link to try it. */
export function TopicView({ topic, tab, isAnchor = false }: TopicViewProps) {
  const { id, title, blocks, tryIt } = topic
  const isWide = blocks.some((block) => typeof block === 'object' && 'keys' in block)
  return (
    <article
      {...(isAnchor && { id, tabIndex: -1, 'aria-labelledby': `${id}-title` })}
      className={`scroll-mt-20 min-w-0 rounded-card p-1 ${isWide ? 'xl:col-span-2' : ''}`}
    >
      <div className="flex items-center gap-1">
        <h2 {...(isAnchor && { id: `${id}-title` })} className="text-card">
          {title}
        </h2>
        {isAnchor && (
          <Link
            to="/help"
            search={{ tab }}
            hash={id}
            aria-label={`Link to ${title}`}
            className="grid size-6 place-items-center rounded-control text-subtle hover:bg-hover"
          >
            <Link2 aria-hidden size={16} strokeWidth={1.75} />
          </Link>
        )}
      </div>
      <div className="mt-1 grid max-w-[72ch] gap-2">
        {blocks.map((block, index) => (
          <BlockView key={`${id} ${index}`} block={block} />
        ))}
        {tryIt && (
          <p className="no-print">
            <TopicScreenLink link={tryIt} />
          </p>
        )}
      </div>
    </article>
  )
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('steps' in block) return <Items items={block.steps} isOrdered />
  if ('list' in block) return <Items items={block.list} />
  if ('files' in block) return <Files files={block.files} />
  if ('keys' in block) return <KeyTable />
  if ('apiDocs' in block) return <ApiDocsLink text={block.apiDocs} />
  if ('troubles' in block) return <TroubleshootingTable troubles={block.troubles} />
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,12rem)_1fr]">
      {block.facts.map(([name, says]) => (
        <div key={name} className="contents">
          <dt className="text-label">{name}</dt>
          <dd className="max-sm:mb-1">{says}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A page of the server, and no screen: it opens beside the program. */
function ApiDocsLink({ text }: { text: string }) {
  return (
    <p className="no-print">
      <a
        href="/api/docs"
        target="_blank"
        className="text-label inline-flex min-h-6 items-center gap-1"
      >
        {text}
        <span aria-hidden>→</span>
      </a>
      {' (opens in a new tab)'}
    </p>
  )
}

function Items({ items, isOrdered }: { items: readonly string[]; isOrdered?: boolean }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={`grid gap-1 pl-5 ${isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  )
}

function Files({ files }: { files: readonly { name: string; description: string }[] }) {
  return (
    <ul className="grid grid-cols-1 gap-1">
      {files.map(({ name, description }) => (
        <li key={name}>
          <a href={`/samples/${name}`} download className="inline-flex min-h-6 items-center">
            {name}
          </a>
          {`: ${description}`}
        </li>
      ))}
    </ul>
  )
}

type TroubleshootingEntry = Extract<Block, { troubles: unknown }>['troubles'][number]

function TroubleshootingTable({ troubles }: { troubles: readonly TroubleshootingEntry[] }) {
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="text-label py-1 pr-3">
            Symptom
          </th>
          <th scope="col" className="text-label py-1 pr-3">
            Check
          </th>
          <th scope="col" className="text-label py-1">
            Where
          </th>
        </tr>
      </thead>
      <tbody>
        {troubles.map(({ symptom, check, link }) => (
          <tr key={symptom} className="border-b border-line align-top">
            <th scope="row" className="text-label py-1 pr-3">
              {symptom}
            </th>
            <td className="py-1 pr-3">{check}</td>
            <td className="py-1">
              <TopicScreenLink link={link} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { LinesTable } from '#platform/ui/page/LinesTable.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Replay, replayDecision, type ReplayMode } from '../contract.ts'
import { differenceName, replaySentence } from '../labels.ts'

/** Two buttons that make a decision again, and what is not the same then. */
export function ReplayPanel({ decisionId }: { decisionId: number }) {
  const [result, setResult] = useState<Replay>()
  const write = useWrite(replayDecision)
  const decideAgain = async (as: ReplayMode) => {
    setResult(undefined)
    setResult(await write.tryRun({ params: { id: decisionId }, body: { as } }))
  }
  return (
    <div className="grid gap-2 border-t border-line pt-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={write.isPending} onClick={() => void decideAgain('then')}>
          Decide again as then
        </Button>
        <Button size="small" disabled={write.isPending} onClick={() => void decideAgain('now')}>
          Decide again as now
        </Button>
      </div>
      <div role="status" className="grid grid-cols-1 gap-2">
        {write.error && <p>{`${write.error.sentence}.`}</p>}
        {result && <Result replay={result} />}
      </div>
    </div>
  )
}

function Result({ replay }: { replay: Replay }) {
  const { differences } = replay
  return (
    <>
      <p>{replaySentence(replay)}</p>
      {differences.length > 0 && (
        <LinesTable label="Differences" heads={['About', 'Difference']} className="min-w-72">
          {differences.map((difference) => (
            <tr
              key={`${difference.lineNo ?? difference.sku} ${difference.topic} ${difference.field}`}
              className="border-b border-line align-top"
            >
              <td className="px-2 py-1.5">{differenceName(difference)}</td>
              <td className="px-2 py-1.5">{difference.says}</td>
            </tr>
          ))}
        </LinesTable>
      )}
    </>
  )
}

import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PopoverButton } from '#platform/ui/menu/PopoverButton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { DecisionTopic } from '../../contract.ts'
import type { WhyAnswerProps } from '../WhyAnswer.tsx'

const WhyAnswer = lazyPart<WhyAnswerProps>(
  async () => (await import('../WhyAnswer.tsx')).WhyAnswer,
  <div className="h-24" />,
)

const popover =
  'popover pop-in text-table w-96 max-w-(--radix-popover-content-available-width) ' +
  'max-h-(--radix-popover-content-available-height) overflow-y-auto p-3'

type WhyProps = {
  decisionId: number
  topic: DecisionTopic
  /** The line of a price, counted from 1; without one, the prices of all lines. */
  lineNo?: number
}

const topicNames: Readonly<Record<DecisionTopic, string>> = {
  price: 'Price',
  tax: 'Tax',
  credit: 'Credit',
  stock: 'Stock',
  hold: 'Hold',
}

/** A button that opens the reason of a decision: one sentence, and all that was considered. */
export function Why({ decisionId, topic, lineNo }: WhyProps) {
  const about = lineNo === undefined ? topicNames[topic] : `${topicNames[topic]}, line ${lineNo}`
  const [isOpen, setIsOpen] = useState(false)
  // In a dialog the answer must be a part of it: the wheel scrolls nothing outside of a dialog.
  const [dialog, setDialog] = useState<Element | null>(null)
  return (
    <PopoverButton
      label={`Why? ${about}`}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      container={dialog}
      className={popover}
      button={
        <Button
          kind="ghost"
          size="small"
          aria-label={`Why? ${about}`}
          className="-my-1 px-2"
          onClick={({ currentTarget }) => setDialog(currentTarget.closest('[role=dialog]'))}
        >
          Why?
        </Button>
      }
    >
      <WhyAnswer decisionId={decisionId} topic={topic} lineNo={lineNo} />
    </PopoverButton>
  )
}

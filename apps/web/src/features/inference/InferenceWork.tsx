import type { Output } from '@tessera/contract'
import type { GetInference } from '@tessera/contract/wire'
import { useRef, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import type { Answerer } from './answerer.ts'
import { InferenceProgress } from './InferenceProgress.tsx'
import styles from './inference.module.css'
import { InferenceInput } from './inputs/InferenceInput.tsx'
import { phrases } from './phrases.ts'
import { ResultView } from './results/ResultView.tsx'

interface Props {
  answerer: Answerer
  found: Output<typeof GetInference>
}

/** An inference task: its progress, its result and the input for the next prediction. */
export function InferenceWork({ answerer, found: { inference, result } }: Props) {
  const t = usePhrases(phrases)
  const resultPlace = useRef<HTMLDivElement>(null)
  const [files, setFiles] = useState<File[]>([])
  return (
    <div>
      <InferenceProgress inference={inference} />
      <div ref={resultPlace} tabIndex={-1} className={styles.result}>
        {result && result.type !== '' && (
          <Panel title={t('result.title')}>
            <ResultView answerer={answerer} result={result} inference={inference} files={files} />
          </Panel>
        )}
      </div>
      {inference.abilities.run && (
        <div className={styles.below}>
          <Panel title={t('source.title')}>
            <InferenceInput
              answerer={answerer}
              inference={inference}
              onPictures={setFiles}
              onPredicted={() => resultPlace.current?.focus()}
            />
          </Panel>
        </div>
      )}
    </div>
  )
}

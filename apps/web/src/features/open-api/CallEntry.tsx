import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import type { Call } from './api.ts'
import { describeSchema } from './describe-schema.ts'
import styles from './open-api.module.css'
import { openApiPhrases } from './phrases.ts'

/** One call of the API. Its details render once it has been opened. */
export function CallEntry({ call }: { call: Call }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <li>
      <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
        <summary className={styles.summary}>
          <span className={styles.method}>{call.method}</span>
          <code className={styles.path}>{call.path}</code>
          <span className={styles.text} lang="en">
            {call.summary}
          </span>
        </summary>
        {isOpened && <CallDetails call={call} />}
      </details>
    </li>
  )
}

function CallDetails({ call: { parameters = [], requestBody, responses = {} } }: { call: Call }) {
  const t = usePhrases(openApiPhrases)
  const bodies = Object.entries(requestBody?.content ?? {})
  return (
    <div className={styles.details}>
      {parameters.length > 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <ul>
            {parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`}>
                <code>
                  {name}
                  {required ? '' : '?'}: {describeSchema(schema)}
                </code>{' '}
                <span className={styles.text}>{place}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {bodies.map(([type, { schema = {} }]) => (
        <Described key={type} title={t('body')} type={type} text={describeSchema(schema)} />
      ))}
      {parameters.length === 0 && bodies.length === 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <p>{t('none')}</p>
        </>
      )}
      {Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, { schema = {} }]) => (
          <Described
            key={`${status} ${type}`}
            title={t('answer', { status })}
            type={type}
            text={describeSchema(schema)}
          />
        )),
      )}
    </div>
  )
}

function Described({ title, type, text }: { title: string; type: string; text: string }) {
  return (
    <>
      <h3>
        {title} <code>{type}</code>
      </h3>
      <ScrollX className={styles.schema ?? ''}>
        <pre>{text}</pre>
      </ScrollX>
    </>
  )
}

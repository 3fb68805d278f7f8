import type { EdgeStatus } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { CopyButton } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import '../party.css'

/** The key fingerprints of the edge. The edge's operator compares them with those that the edge prints at its start. */
export function Fingerprints({ edge }: { edge: EdgeStatus }) {
  const t = usePhrases(partyPhrases)
  const keys = [
    { term: t('edge.linkKey'), hash: edge.linkKeyHash },
    { term: t('edge.nodeKey'), hash: edge.nodeKeyHash },
  ]
  if (keys.every(({ hash }) => hash === null)) return null
  return (
    <section aria-label={t('edge.keys')}>
      <h3 className="party-subtitle">{t('edge.keys')}</h3>
      <p className="t-soft">{t('edge.keysHelp')}</p>
      <dl className="party-keys">
        {keys.map(
          ({ term, hash }) =>
            hash && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <code className="t-mono">{hash.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
                  <CopyButton text={hash} label={t('edge.copyKey', { key: term })} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

import webpack, { type Configuration, type Stats } from 'webpack'

/**
 * Runs one webpack build to its end.
 * @throws with webpack's own messages when the build has errors
 */
export function bundle(configuration: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration)
    compiler.run((error, stats) => {
      compiler.close((closeError) => {
        const failure = error ?? closeError
        if (failure) reject(failure)
        else if (!stats) reject(new Error(`${configuration.name}: webpack gave no result`))
        else if (stats.hasErrors())
          reject(new Error(`${configuration.name}: the build failed\n${stats.toString('errors-only')}`))
        else resolve(stats)
      })
    })
  })
}

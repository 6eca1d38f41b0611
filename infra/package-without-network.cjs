/**
 * A plugin of the serverless CLI. To package a layer, it asks CloudFormation whether the layer has changed, and so
 * wants credentials and a network, which a package must not need. A deployment still asks.
 */
module.exports = class PackageWithoutNetwork {
  constructor(serverless) {
    this.hooks = {
      'before:package:compileLayers': () => {
        const isDeployment = serverless.processedInput.commands.includes('deploy')
        const compiler = serverless.pluginManager.plugins.find((each) => 'compareWithLastLayer' in each)
        if (!isDeployment && compiler) compiler.compareWithLastLayer = async () => undefined
      },
    }
  }
}

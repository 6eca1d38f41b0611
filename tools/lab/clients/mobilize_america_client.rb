require 'cgi'
require 'json'
require 'mobilize_america_client'

# The client has an address of its own; the paths begin with another one here.
base, group = ARGV
client = MobilizeAmericaClient::Client.new
client.connection.url_prefix = base
MobilizeAmericaClient::Request.send(:remove_const, :API_BASE_PATH)
MobilizeAmericaClient::Request.const_set(:API_BASE_PATH, '/mobilize/v1')

def check(call)
  works = yield
  puts JSON.generate({ call:, works: works ? true : false, problem: works ? nil : 'no result' }.compact)
rescue StandardError => error
  puts JSON.generate({ call:, works: false, problem: "#{error.class}: #{error.message}"[0, 200] })
end

check('list events, changed since') do
  client.organization_events(organization_id: group, updated_since: Time.now - 3600)['data'].any?
end
check('list events of an unknown organization') do
  client.organization_events(organization_id: '00000000-0000-4000-8000-000000000000')
  false
rescue MobilizeAmericaClient::NotFoundError
  true
end

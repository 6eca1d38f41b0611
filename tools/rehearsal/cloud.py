"""The emulated AWS of the rehearsal: moto's server, with what it lacks of CloudFormation and a rehearsal needs.

Usage: python cloud.py PORT FOLDER. Prints a line of JSON when it answers: the kinds of resources that it makes. The file
`trouble` in FOLDER names what is wrong at the moment, and `mails` has what Amazon SES took.
"""

import copy
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import zipfile
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from inspect import signature
from types import SimpleNamespace
from typing import Any

from moto.apigatewayv2 import models as apigatewayv2_models
from moto.apigatewayv2.models import apigatewayv2_backends
from moto.apigatewayv2.responses import ApiGatewayV2Response
from moto.awslambda import models as lambda_models
from moto.awslambda import urls as lambda_urls
from moto.awslambda.responses import LambdaResponse
from moto.cloudformation import models as cloudformation_models
from moto.cloudformation import parsing
from moto.cloudformation.custom_model import CustomModel
from moto.cloudformation.exceptions import ValidationError
from moto.core.common_models import CloudFormationModel
from moto.core.exceptions import JsonRESTError
from moto.core.responses import ActionResult
from moto.core.utils import iso_8601_datetime_with_nanoseconds
from moto.dynamodb import models as dynamodb_models
from moto.dynamodb.models import DynamoDBBackend, dynamodb_backends
from moto.dynamodb.exceptions import DynamodbException
from moto.dynamodb.models.table import StreamShard, Table
from moto.dynamodb.responses import DynamoHandler
from moto.dynamodbstreams.models import ShardIterator
from moto.logs.models import LogGroup
from moto.moto_server.threaded_moto_server import ThreadedMotoServer
from moto.sesv2 import urls as sesv2_urls
from moto.sesv2.responses import SESV2Response
from moto.sqs.models import Queue, sqs_backends
from moto.sqs.responses import SQSResponse


API_PROPERTIES = [
    name
    for name in signature(apigatewayv2_models.ApiGatewayV2Backend.create_api).parameters
    if name != "self"
]


class HttpApi(CloudFormationModel):
    """An HTTP API by the document in its Body."""

    __module__ = "moto.apigatewayv2.models"

    def __init__(self, api: Any):
        self.api = api
        self.physical_resource_id = api.api_id

    @staticmethod
    def cloudformation_name_type() -> str:
        return ""

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::ApiGatewayV2::Api"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        body = cloudformation_json["Properties"]["Body"]
        backend = apigatewayv2_backends[account_id][region_name]
        # Every other property is in the body.
        api = backend.create_api(**{**dict.fromkeys(API_PROPERTIES), "name": "http", "protocol_type": "HTTP", "tags": {}})
        api.import_api(json.dumps(body), True)
        return cls(api)

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        original_resource.api.import_api(json.dumps(cloudformation_json["Properties"]["Body"]), True)
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        apigatewayv2_backends[account_id][region_name].delete_api(resource_name)

    @classmethod
    def has_cfn_attr(cls, attr: str) -> bool:
        return attr == "ApiId"


def lower(value: Any) -> Any:
    """Properties of CloudFormation as the API writes them."""
    if isinstance(value, dict):
        return {k[0].lower() + k[1:] if not k.startswith(("POST ", "GET ")) else k: lower(v) for k, v in value.items()}
    return value


class HttpApiStage(CloudFormationModel):
    __module__ = "moto.apigatewayv2.models"

    def __init__(self, name: str):
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_name_type() -> str:
        return ""

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::ApiGatewayV2::Stage"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        properties = cloudformation_json["Properties"]
        backend = apigatewayv2_backends[account_id][region_name]
        backend.create_stage(properties["ApiId"], lower({k: v for k, v in properties.items() if k != "ApiId"}))
        return cls(properties["StageName"])

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        properties = cloudformation_json["Properties"]
        backend = apigatewayv2_backends[account_id][region_name]
        stage = backend.get_stage(properties["ApiId"], properties["StageName"])
        stage.default_route_settings = lower(properties["DefaultRouteSettings"])
        stage.route_settings = lower(properties["RouteSettings"])
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        pass


def update_stage(self: Any) -> str:
    """moto has no UpdateStage, with which a switch closes the API."""
    parts = self.path.split("/")
    stage = self.apigatewayv2_backend.get_stage(parts[3], parts[5].replace("%24", "$"))
    wanted = json.loads(self.body)
    stage.default_route_settings = wanted.get("defaultRouteSettings", stage.default_route_settings)
    stage.route_settings = wanted.get("routeSettings", stage.route_settings)
    return json.dumps(stage.to_json())


ApiGatewayV2Response.update_stage = update_stage

# A table that exists can only be meant by an import. moto would make it a second time and fail.
create_table = Table.create_from_cloudformation_json.__func__


def create_or_import(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    tables = dynamodb_backends[account_id][region_name].tables
    if resource_name in tables:
        return tables[resource_name]
    table = create_table(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs)
    properties = cloudformation_json["Properties"]
    # moto leaves both out.
    if "TimeToLiveSpecification" in properties:
        table.ttl = dict(properties["TimeToLiveSpecification"])
        table.ttl["TimeToLiveStatus"] = "ENABLED"
    if properties.get("PointInTimeRecoverySpecification", {}).get("PointInTimeRecoveryEnabled"):
        dynamodb_backends[account_id][region_name].update_continuous_backups(
            resource_name, {"PointInTimeRecoveryEnabled": True}
        )
    return table


Table.create_from_cloudformation_json = classmethod(create_or_import)

# AWS makes a backup of a table with point-in-time recovery when it is deleted. moto makes none.
delete_table = DynamoDBBackend.delete_table


def delete_with_backup(self, name):
    recovery = self.tables[name].continuous_backups["PointInTimeRecoveryDescription"] if name in self.tables else {}
    if recovery.get("PointInTimeRecoveryStatus") == "ENABLED":
        backup = self.create_backup(name, f"{name}$DeletedTableBackup")
        backup.type = "SYSTEM"
    return delete_table(self, name)


DynamoDBBackend.delete_table = delete_with_backup

# moto deletes what leaves a template although its policy says to keep it.
delete_resource = parsing.ResourceMap._delete_resource


def keep_or_delete(self, parsed_resource, resource_json):
    if resource_json.get("DeletionPolicy") != "Retain":
        delete_resource(self, parsed_resource, resource_json)


parsing.ResourceMap._delete_resource = keep_or_delete

# moto forgets the outputs of a stack that a change set has changed.
apply_change_set = cloudformation_models.ChangeSet.apply


def apply_with_outputs(self):
    apply_change_set(self)
    self.stack.template_dict = self.template_dict
    self.stack.output_map = self.stack._create_output_map()


cloudformation_models.ChangeSet.apply = apply_with_outputs

# It fails to describe a stack with a kind of resource that it does not make.
cloudformation_models.Stack.stack_resources = property(
    lambda self: [each for each in self.resource_map.values() if each is not None]
)

# It fails to delete a change set that is not there, which CloudFormation does not mind.
delete_change_set = cloudformation_models.CloudFormationBackend.delete_change_set


def delete_if_there(self, change_set_name):
    if change_set_name in self.change_sets or any(
        each.change_set_name == change_set_name for each in self.change_sets.values()
    ):
        delete_change_set(self, change_set_name)


cloudformation_models.CloudFormationBackend.delete_change_set = delete_if_there

# It forgets when a function was changed.
update_code = lambda_models.LambdaFunction.update_function_code


def update_code_now(self, updated_spec):
    self.last_modified = iso_8601_datetime_with_nanoseconds()
    return update_code(self, updated_spec)


lambda_models.LambdaFunction.update_function_code = update_code_now

# It loses a log group whose retention changes, as it cannot update one.
def update_log_group(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    original_resource.retention_in_days = cloudformation_json["Properties"].get("RetentionInDays")
    return original_resource


LogGroup.update_from_cloudformation_json = classmethod(update_log_group)

# moto validates with cfn-lint, and refuses templates for its warnings too.
lint = cloudformation_models.validate_template_cfn_lint
# Each takes a minute of this machine, so none is looked over twice.
@cache
def errors_of(template: str) -> list:
    return [match for match in lint(template) if match.rule.id.startswith("E")]


cloudformation_models.validate_template_cfn_lint = errors_of

# It would run the functions of mappings in Docker. The rehearsal runs them (incidents/mappings.ts). It finds no mapping
# of a template by the name of its function.
create_mapping = lambda_models.LambdaBackend.create_event_source_mapping


def create_mapping_alone(self, spec):
    mapping = create_mapping(self, spec)
    mapping.function_name = mapping.function_name.split(":function:")[-1]
    for queue in sqs_backends[self.account_id][self.region_name].queues.values():
        queue.lambda_event_source_mappings.clear()
    for table in dynamodb_backends[self.account_id][self.region_name].tables.values():
        table.lambda_event_source_mappings.clear()
    return mapping


lambda_models.LambdaBackend.create_event_source_mapping = create_mapping_alone

# Its queues have addresses of AWS in a template, where the command line finds nobody.
Queue.physical_resource_id = property(
    lambda self: f"http://127.0.0.1:{sys.argv[1]}/{self.account_id}/{self.name}"
)

# moto remembers not whence a dead letter came, and moves none back.
add_message = Queue.add_message


def add_with_source(self, message):
    if not hasattr(message, "first_queue"):
        message.first_queue = self.name
    add_message(self, message)


def start_message_move_task(self):
    source = self._get_param("SourceArn")
    failures = next(q for q in self.sqs_backend.queues.values() if q.queue_arn == source)
    for message in list(failures._messages):
        if message.first_queue == failures.name:
            break
        failures._messages.remove(message)
        message.approximate_receive_count = 0
        message.visible_at = 0
        add_message(self.sqs_backend.queues[message.first_queue], message)
    return ActionResult({"TaskHandle": "rehearsal"})


Queue.add_message = add_with_source
SQSResponse.start_message_move_task = start_message_move_task


def trouble(kind: str) -> bool:
    """Whether the rehearsal wants AWS to be in this trouble now."""
    try:
        with open(os.path.join(sys.argv[2], "trouble")) as file:
            return kind in file.read().split()
    except FileNotFoundError:
        return False


# A transaction that fails puts copies of the table and of its stream into their place. moto's iterators go on with the
# stream from before, in which nothing more appears.
records_of = ShardIterator.get


def records_of_today(self, limit=1000):
    self.stream_shard = self.streams_backend.dynamodb.get_table(self.stream_shard.table.name).stream_shard
    return records_of(self, limit)


ShardIterator.get = records_of_today

# A transaction copies the table, and its stream, once for each of its operations. Once is enough, and what a stream
# has told does not change: moto becomes slower with everything that is written otherwise.
write_transaction = DynamoDBBackend.transact_write_items


def copy_once(self, transact_items):
    copies = {}

    def copied(each):
        if not isinstance(each, Table):
            return copy.deepcopy(each)
        if id(each) not in copies:
            copies[id(each)] = copy.deepcopy(each)
        return copies[id(each)]

    dynamodb_models.copy = SimpleNamespace(deepcopy=copied, copy=copy.copy)
    try:
        return write_transaction(self, transact_items)
    finally:
        dynamodb_models.copy = copy


def copy_of_stream(self, memo):
    copied = copy.copy(self)
    memo[id(self)] = copied
    copied.table = copy.deepcopy(self.table, memo)
    copied.items = list(self.items)
    return copied


DynamoDBBackend.transact_write_items = copy_once
StreamShard.__deepcopy__ = copy_of_stream

# A table that gets more than it takes: every write of the service is refused. One request comes after the other, as
# that copy would take back what another one has written meanwhile.
call_action = DynamoHandler.call_action
one_at_a_time = threading.RLock()
WRITES = {"PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"}


def call_or_throttle(self):
    if self._get_action() in WRITES and trouble("throttled"):
        raise DynamodbException(
            "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded.",
        )
    with one_at_a_time:
        return call_action(self)


DynamoHandler.call_action = call_or_throttle


# Amazon SES: the sandbox, in the words of AWS, and what it takes.
def send_email(self):
    asked = json.loads(self.body)
    to = asked["Destination"]["ToAddresses"]
    if trouble("sandbox"):
        raise JsonRESTError(
            "MessageRejected",
            "Email address is not verified. The following identities failed the check in region "
            f"{self.region.upper()}: {', '.join(to)}",
        )
    with open(os.path.join(sys.argv[2], "mails"), "a") as file:
        print(json.dumps({"to": to, "tags": asked.get("EmailTags", [])}), file=file)
    return json.dumps({"MessageId": "rehearsal"})


def get_account(self):
    sandbox = trouble("sandbox")
    return json.dumps(
        {
            "ProductionAccessEnabled": not sandbox,
            "SendingEnabled": True,
            "EnforcementStatus": "HEALTHY",
            "SendQuota": {
                "Max24HourSend": 200.0 if sandbox else 50000.0,
                "MaxSendRate": 1.0 if sandbox else 14.0,
                "SentLast24Hours": 0.0,
            },
        }
    )


SESV2Response.send_email = send_email
SESV2Response.get_account = get_account
sesv2_urls.url_paths["{0}/v2/email/account$"] = SESV2Response.dispatch


def get_account_settings(self):
    """What an account may run at once, of which moto knows nothing: 10 functions in a new one."""
    most = 10 if trouble("new-account") else 1000
    return json.dumps({"AccountLimit": {"ConcurrentExecutions": most, "UnreservedConcurrentExecutions": most}})


LambdaResponse.get_account_settings = get_account_settings
lambda_urls.url_paths["{0}/2016-08-19/account-settings/?$"] = LambdaResponse.dispatch


class MailIdentity(CloudFormationModel):
    """The sender's domain in Amazon SES, whose records are outputs of the stack."""

    __module__ = "moto.ses.models"

    def __init__(self, domain: str):
        self.physical_resource_id = domain

    @staticmethod
    def cloudformation_name_type() -> str:
        return ""

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::SES::EmailIdentity"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        return cls(cloudformation_json["Properties"]["EmailIdentity"])

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        pass

    @classmethod
    def has_cfn_attr(cls, attr: str) -> bool:
        return attr.startswith("DkimDNSToken")

    def get_cfn_attribute(self, attribute_name: str) -> str:
        return attribute_name


# moto knows of conditions when it makes a resource, and not when a stack changes.
update_resource = parsing.parse_and_update_resource
resource_diff = parsing.ResourceMap.build_resource_diff


def diff_with_conditions(self, other_template, parameters=None):
    diff = resource_diff(self, other_template, parameters)
    self.by_condition = {
        name
        for name, each in other_template["Resources"].items()
        if "Condition" in each and name not in diff["Add"] and name not in diff["Modify"]
    }
    diff["Modify"].extend(self.by_condition)
    return diff


def update_by_condition(logical_id, resource_json, resources_map, **place):
    condition = resource_json.get("Condition")
    known = resources_map._parsed_resources.get(logical_id)
    if condition and not resources_map.lazy_condition_map[condition]:
        if known is not None:
            resources_map._delete_resource(known, resource_json)
        return None
    # A changed layer is another layer, which moto does not make.
    if known is None or resource_json["Type"] == "AWS::Lambda::LayerVersion":
        resources_map._parsed_resources.pop(logical_id, None)
        return resources_map[logical_id]
    if logical_id in resources_map.by_condition:
        return known
    return update_resource(logical_id, resource_json, resources_map, **place)


parsing.parse_and_update_resource = update_by_condition
parsing.ResourceMap.build_resource_diff = diff_with_conditions

lambda_models.LayerVersion.physical_resource_id = property(lambda self: self.arn)

# moto would run the function of a custom resource in Docker, and go on before it has answered.
NODE = "require('./index.js').handler(JSON.parse(require('fs').readFileSync(0)), {}).catch((e) => { console.error(e); process.exit(1) })"
PYTHON = "import json, sys, types, index; index.handler(json.load(sys.stdin), types.SimpleNamespace(log_stream_name='rehearsal'))"


def ask(resource: CustomModel, kind: str, properties: dict, account_id: str, region_name: str) -> None:
    """Runs the function of a resource of ours from its zip, and takes what it puts to the address that it is given."""
    # moto deletes in any order, so the function may be gone before its resource.
    if kind != "Delete":
        resource.function = lambda_models.lambda_backends[account_id][region_name].get_function(properties["ServiceToken"])
    function = resource.function
    answers: list[dict] = []

    class Taker(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            answers.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    taker = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    threading.Thread(target=taker.serve_forever, daemon=True).start()
    event = {
        "RequestType": kind,
        "ResponseURL": f"http://127.0.0.1:{taker.server_port}/",
        "StackId": "arn:aws:cloudformation:stack",
        "RequestId": "rehearsal",
        "LogicalResourceId": resource.logical_id,
        "PhysicalResourceId": resource.resource_name,
        "ResourceProperties": properties,
    }
    endpoint = f"http://127.0.0.1:{sys.argv[1]}"
    environment = {name: str(value) for name, value in (function.environment_vars or {}).items()}
    command = [sys.executable, "-c", PYTHON] if function.run_time.startswith("python") else ["node", "-e", NODE]
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(io.BytesIO(function.code_bytes)).extractall(folder)
        done = subprocess.run(
            command,
            input=json.dumps(event),
            cwd=folder,
            env={
                **os.environ,
                **environment,
                "AWS_ENDPOINT_URL": endpoint,
                "DYNAMODB_ENDPOINT": endpoint,
                "AWS_DEFAULT_REGION": region_name,
                "AWS_REGION": region_name,
                "AWS_ACCESS_KEY_ID": "rehearsal",
                "AWS_SECRET_ACCESS_KEY": "rehearsal",
                "AWS_LAMBDA_FUNCTION_NAME": function.function_name,
                "AWS_SESSION_TOKEN": "rehearsal",
            },
            capture_output=True,
            text=True,
            timeout=600,
        )
    taker.shutdown()
    if not answers:
        raise ValidationError(message=f"{resource.logical_id} did not answer: {done.stdout}{done.stderr}")
    [answer] = answers
    if answer["Status"] != "SUCCESS":
        raise ValidationError(message=f"{resource.logical_id}: {answer['Reason']}")
    resource.set_data(answer.get("Data") or {})
    resource.resource_name = answer["PhysicalResourceId"]
    resource.properties = properties


def create_custom(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    resource = CustomModel(region_name, "rehearsal", kwargs["LogicalId"], resource_name)
    ask(resource, "Create", cloudformation_json["Properties"], account_id, region_name)
    return resource


def update_custom(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    id, properties = original_resource.resource_name, original_resource.properties
    ask(original_resource, "Update", cloudformation_json["Properties"], account_id, region_name)
    if original_resource.resource_name != id:
        # CloudFormation removes what was replaced, at the end of an update.
        before = CustomModel(region_name, "rehearsal", original_resource.logical_id, id)
        before.function = original_resource.function
        ask(before, "Delete", properties, account_id, region_name)
    return original_resource


def delete_custom(self, account_id, region_name):
    ask(self, "Delete", self.properties, account_id, region_name)


CustomModel.create_from_cloudformation_json = classmethod(create_custom)
CustomModel.update_from_cloudformation_json = classmethod(update_custom)
CustomModel.delete = delete_custom


if __name__ == "__main__":
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=int(sys.argv[1]), verbose=False)
    server.start()
    print(json.dumps({"makes": sorted(parsing.get_model_map())}), flush=True)
    # Ends with the process that started it.
    sys.stdin.read()

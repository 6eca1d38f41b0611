import hashlib, io, urllib.request, zipfile
import boto3, cfnresponse


def handler(event, context):
    wanted = event["ResourceProperties"]
    id = wanted["Sha256"][:12]
    data = {}
    try:
        if event["RequestType"] == "Delete":
            forget(wanted["Bucket"], id)
        else:
            if len(wanted["Stack"]) > int(wanted["Longest"]):
                raise Exception(f"The name of the stack may have {wanted['Longest']} letters at most.")
            if not wanted["Archive"]:
                raise Exception("Archive is blank: it is the address of the archive of this release.")
            fill(wanted, id)
            data = {**place(wanted), **instances(wanted)}
        cfnresponse.send(event, context, cfnresponse.SUCCESS, data, id)
    except Exception as error:
        cfnresponse.send(event, context, cfnresponse.FAILED, data, id, reason=str(error)[:900])


def fill(wanted, id):
    with urllib.request.urlopen(wanted["Archive"], timeout=120) as answer:
        archive = answer.read()
    found = hashlib.sha256(archive).hexdigest()
    if found != wanted["Sha256"]:
        raise Exception(f"The archive has the checksum {found}, not {wanted['Sha256']}: nothing was taken from it.")
    s3 = boto3.client("s3")
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        for name in files.namelist():
            s3.put_object(Bucket=wanted["Bucket"], Key=f"{id}/{name}", Body=files.read(name))


def forget(bucket, id):
    s3 = boto3.client("s3")
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=f"{id}/"):
        for each in page.get("Contents", []):
            s3.delete_object(Bucket=bucket, Key=each["Key"])


def place(wanted):
    """The table in service: that of the stack, or one that exists."""
    if not wanted["Table"]:
        return {"Table": wanted["Stack"], "Stream": ""}
    table = boto3.client("dynamodb").describe_table(TableName=wanted["Table"])["Table"]
    if "LatestStreamArn" not in table:
        raise Exception(f"The table {wanted['Table']} has no stream.")
    return {"Table": wanted["Table"], "Stream": table["LatestStreamArn"]}


def instances(wanted):
    """What each queue may run at once: in an account with few instances visitors come first."""
    limits = boto3.client("lambda").get_account_settings()["AccountLimit"]
    few = limits["ConcurrentExecutions"] < int(wanted["Few"])
    return {f"AtOnce{each}": wanted["Fewest"] if few else each for each in wanted["AtOnce"]}
